using System;
using System.Collections.Generic;
using System.Text.Json.Nodes;

/// <summary>What the bot does. Write here.</summary>
class Strategy
{
    private readonly Random random = new Random();

    // Returns the move to make, one of `legal`. `view` is what you see; `arena rules @GAME@` explains
    // it. For example, `view` may be
    //
    //     @VIEW@
    //
    // and `legal`
    //
    //     @LEGAL@
    //
    // Where there are too many moves to be listed, `legal` has only some of them, or none.
    // (int)view["seat"] is your seat; view["..."].AsArray() is a list.
    public string ChooseMove(JsonObject view, List<string> legal)
    {
        if (legal.Count == 0)
        {
            throw new InvalidOperationException("none of the many moves is listed: make one up here");
        }
        return legal[random.Next(legal.Count)];
    }

    /// <summary>Handles another message from arena: (string)message["type"] is "start", "event" or "end".</summary>
    public void Happened(JsonObject message)
    {
    }
}
