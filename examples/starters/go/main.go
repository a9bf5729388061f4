// Reads arena's messages, one JSON object a line, and answers with what strategy.go chooses.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"
	"time"
)

// Turn is a question: a move is wanted.
type Turn struct {
	ID    int64          `json:"id"`
	View  map[string]any `json:"view"`
	Legal []string       `json:"legal"`
}

// Some legal moves, where all would be too many to be listed.
type possible struct {
	View struct {
		Possible []string `json:"possible"`
	} `json:"view"`
}

// Answer is what arena is sent.
type Answer struct {
	Move string `json:"move"`
	ID   int64  `json:"id"`
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bot:", err)
		os.Exit(1)
	}
}

// Another move than the one that was refused.
func otherMove(turn Turn) string {
	if len(turn.Legal) == 0 {
		return chooseMove(turn.View, turn.Legal)
	}
	return turn.Legal[rand.Intn(len(turn.Legal))]
}

func main() {
	rand.Seed(time.Now().UnixNano())
	questions := bufio.NewReader(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	os.Stdout = os.Stderr // what strategy.go prints is not taken for a move
	var turn Turn
	for {
		line, err := questions.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		check(err)
		var message map[string]any
		check(json.Unmarshal(line, &message))
		switch message["type"] {
		case "turn":
			turn = Turn{}
			check(json.Unmarshal(line, &turn))
			if turn.Legal == nil {
				var some possible
				check(json.Unmarshal(line, &some))
				turn.Legal = some.View.Possible
			}
			check(answers.Encode(Answer{chooseMove(turn.View, turn.Legal), turn.ID}))
		case "error":
			fmt.Println("arena refused the move:", message["message"])
			check(answers.Encode(Answer{otherMove(turn), turn.ID}))
		default:
			happened(message)
		}
	}
}
