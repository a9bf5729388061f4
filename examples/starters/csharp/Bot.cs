using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.Json.Nodes;

/// <summary>Reads arena's messages, one JSON object a line, and answers with what Strategy.cs chooses.</summary>
class Bot
{
    private readonly Strategy strategy = new Strategy();
    private readonly TextWriter answers;
    private JsonObject turn;
    private List<string> legal = new List<string>();
    private int refused; // answers to this turn

    private Bot(TextWriter answers)
    {
        this.answers = answers;
    }

    private void Take(JsonObject message)
    {
        string type = (string)message["type"];
        if (type == "turn")
        {
            BeginTurn(message);
            Answer(strategy.ChooseMove(turn["view"].AsObject(), legal));
        }
        else if (type == "error")
        {
            Console.WriteLine("arena refused the move: " + (string)message["message"]);
            Answer(OtherMove());
        }
        else
        {
            strategy.Happened(message);
        }
    }

    private void BeginTurn(JsonObject message)
    {
        turn = message;
        refused = 0;
        legal = new List<string>();
        JsonNode listed = turn["legal"] ?? turn["view"]["possible"];
        if (listed == null)
        {
            return;
        }
        foreach (JsonNode move in listed.AsArray())
        {
            legal.Add((string)move);
        }
    }

    private string OtherMove()
    {
        if (legal.Count == 0)
        {
            return strategy.ChooseMove(turn["view"].AsObject(), legal);
        }
        return legal[refused++ % legal.Count];
    }

    private void Answer(string move)
    {
        JsonObject answer = new JsonObject();
        answer["move"] = move;
        answer["id"] = (long)turn["id"];
        answers.Write(answer.ToJsonString() + "\n");
        answers.Flush();
    }

    private static void Main()
    {
        UTF8Encoding utf8 = new UTF8Encoding(false);
        StreamReader questions = new StreamReader(Console.OpenStandardInput(), utf8);
        StreamWriter answers = new StreamWriter(Console.OpenStandardOutput(), utf8);
        Console.SetOut(Console.Error); // what Strategy.cs prints is not taken for a move
        Bot bot = new Bot(answers);
        for (string line = questions.ReadLine(); line != null; line = questions.ReadLine())
        {
            bot.Take(JsonNode.Parse(line).AsObject());
        }
    }
}
