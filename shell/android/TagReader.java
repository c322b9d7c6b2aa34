package cn.zaice.app;

import android.content.Context;
import org.json.JSONObject;

/**
 * The reader of tags that a handheld has of its own. Its maker's library is not ours to pass on: a build for a maker puts the class
 * cn.zaice.app.MakerTagReader beside this one, with a constructor (Context, Tell), and its library into app/libs. Without it the page is told that there
 * is no reader.
 */
interface TagReader {
    String[] VERBS = { "connect", "start", "stop", "power", "write", "tid" };

    interface Tell {
        void tell(String event, JSONObject data);
    }

    /** Does what bridge.ts says of `rfid.<verb>`; tags are told by the event rfid.tag. */
    void run(String verb, JSONObject params, ShellPlugin.Answer answer) throws Exception;

    static TagReader ofThisDevice(Context context, Tell tell) {
        try {
            return (TagReader) Class.forName("cn.zaice.app.MakerTagReader").getDeclaredConstructor(Context.class, Tell.class).newInstance(context, tell);
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }
}
