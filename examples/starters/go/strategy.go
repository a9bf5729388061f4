// What the bot does. Write here.
package main

import "math/rand"

// Returns the move to make, one of legal. view is what you see; `arena rules @GAME@` explains it.
// For example, view may be
//
//	@VIEW@
//
// and legal
//
//	@LEGAL@
//
// Where there are too many moves to be listed, legal has only some of them, or none.
// Numbers in view are float64, lists []any, objects map[string]any:
// view["seat"].(float64) is your seat.
func chooseMove(view map[string]any, legal []string) string {
	if len(legal) == 0 {
		panic("none of the many moves is listed: make one up here")
	}
	return legal[rand.Intn(len(legal))]
}

// Handles another message from arena: message["type"] is "start", "event" or "end".
func happened(message map[string]any) {
}
