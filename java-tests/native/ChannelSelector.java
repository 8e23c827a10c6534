//@ verdict: inconclusive unsupported: java.nio.channels.Selector: only channels that block are modelled
//@ flags: --models net

import java.nio.channels.Selector;

/** What is not modelled is named. */
public class ChannelSelector {
    public static void main(String[] args) throws Exception {
        Selector.open();
    }
}
