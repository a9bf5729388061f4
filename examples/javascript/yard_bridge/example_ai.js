// An AI of the contest's kind to start from. It puts expensive cards first, and keeps its jacks until no other card
// fits. It sees what a person at the table sees, through this.getPlayers(), this.lastCard() and this.player.
//
// Run it:  arena run yard_bridge -p node yard_bridge_ai.js yard_bridge/example_ai.js
window.addEvent('domready', function () {
  Bridge.AI = new Class({
    Extends: Bridge.AIUtils,

    // Arena asks for a turn. `first`: we have dealt, and our opening card is already on the pile.
    movement: function (first) {
      if (first) this.goOn();
      else this.putOrTake();
    },

    putOrTake: function () {
      var card = this.best();
      if (card) this.put(card);
      else this.getCard(this.taken.bind(this));
    },

    // `card` is null if there was no card to take.
    taken: function (card) {
      if (this.canPutCard(card)) this.put(card);
      else this.goOn();
    },

    put: function (card) {
      if (card.rank == 'j') card.setRequireSuit(this.commonSuit());
      this.putCard(card, this.goOn.bind(this));
    },

    // Puts more cards of the same rank, then ends the turn. If our six is not covered, it takes a card.
    goOn: function () {
      var card = this.best();
      if (card && !(card.rank == 'j' && this.canFinishMove())) this.put(card);
      else if (this.canFinishMove()) this.finishMove();
      else this.putOrTake();
    },

    // The most expensive card that can be put, or null. A six costs nothing in hand, but must be covered once put.
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

    // Whether another player is about to end the deal.
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
