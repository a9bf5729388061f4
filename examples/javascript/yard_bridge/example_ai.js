// An AI of the contest's kind to start from: it wants to be rid of dear cards, and keeps its jacks for when nothing
// else goes. It sees what a person at the table sees, through this.getPlayers(), this.lastCard() and this.player.
//
// Run it:  arena run yard_bridge -p node yard_bridge_ai.js yard_bridge/example_ai.js
window.addEvent('domready', function () {
  Bridge.AI = new Class({
    Extends: Bridge.AIUtils,

    // Arena asks for a turn. `first`: we have dealt, and our opening card lies there already.
    movement: function (first) {
      if (first) this.goOn();
      else this.putOrTake();
    },

    putOrTake: function () {
      var card = this.best();
      if (card) this.put(card);
      else this.getCard(this.taken.bind(this));
    },

    // `card` is null if there was none to be had.
    taken: function (card) {
      if (this.canPutCard(card)) this.put(card);
      else this.goOn();
    },

    put: function (card) {
      if (card.rank == 'j') card.setRequireSuit(this.commonSuit());
      this.putCard(card, this.goOn.bind(this));
    },

    // More cards of the same rank, and the end of the turn. On a six of ours that is not covered we have to take.
    goOn: function () {
      var card = this.best();
      if (card && !(card.rank == 'j' && this.canFinishMove())) this.put(card);
      else if (this.canFinishMove()) this.finishMove();
      else this.putOrTake();
    },

    // The dearest card that can be put, or null. A six costs nothing in hand, and has to be covered on the table.
    best: function () {
      var wish = this.wish.bind(this);
      var puttable = this.player.cards.filter(this.canPutCard.bind(this));
      puttable.sort(function (a, b) { return wish(b) - wish(a); });
      return puttable[0] || null;
    },

    wish: function (card) {
      if (card.rank == 'j') return -1;
      if (card.rank == '6') return 0;
      return card.getValue() + (this.nearlyDone() && ['7', '8', 'a'].contains(card.rank) ? 20 : 1);
    },

    // Whether somebody else is about to end the deal.
    nearlyDone: function () {
      var me = this.player;
      return this.getPlayers().some(function (player) {
        return player !== me && player.cards.length < 3;
      });
    },

    commonSuit: function () {
      var cards = this.player.cards;
      function count(suit) {
        return cards.filter(function (card) { return card.suit == suit && card.rank != 'j'; }).length;
      }
      return this.allSuits.slice().sort(function (a, b) { return count(b) - count(a); })[0];
    }
  });
});
