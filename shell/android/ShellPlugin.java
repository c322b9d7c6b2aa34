package cn.zaice.app;

import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import android.view.WindowManager;
import androidx.activity.result.ActivityResultLauncher;
import androidx.webkit.JavaScriptReplyProxy;
import androidx.webkit.WebViewCompat;
import com.getcapacitor.Plugin;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.journeyapps.barcodescanner.ScanContract;
import com.journeyapps.barcodescanner.ScanOptions;
import java.net.HttpURLConnection;
import java.net.URL;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/** The shell's side of hosts/native/bridge.ts: window.ZaiceShell, only for the page of the chosen server and the shell's own. */
@CapacitorPlugin(name = "ZaiceShell")
public class ShellPlugin extends Plugin {

    /** Answers once, from whatever thread. */
    interface Answer {
        void done(JSONObject result);
        void fault(String code, String words);
    }

    interface Method {
        void run(JSONObject params, Answer answer) throws Exception;
    }

    private final Map<String, Method> methods = new LinkedHashMap<>();
    private final ExecutorService work = Executors.newCachedThreadPool();
    private JavaScriptReplyProxy page;
    private ScanKeys keys;
    private ActivityResultLauncher<ScanOptions> camera;
    private Answer scanning;

    @Override
    public void load() {
        Printer printer = new Printer(getContext());
        TagReader reader = TagReader.ofThisDevice(getContext(), this::tell);
        Installer installer = new Installer(getContext(), this::tell);

        methods.put("scan.camera", this::scan);
        if (printer.isThere()) {
            methods.put("printer.status", (params, answer) -> answer.done(printer.status()));
            methods.put("printer.raw", (params, answer) -> {
                printer.write(android.util.Base64.decode(params.getString("bytes"), android.util.Base64.DEFAULT));
                answer.done(new JSONObject());
            });
        }
        if (reader != null) for (String verb : TagReader.VERBS) methods.put("rfid." + verb, (params, answer) -> reader.run(verb, params, answer));
        methods.put("package.install", installer::install);
        methods.put("screen.awake", this::awake);
        methods.put("app.open", (params, answer) -> {
            getContext().startActivity(new Intent(Intent.ACTION_VIEW, Uri.parse(params.getString("address"))).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
            answer.done(new JSONObject());
        });
        methods.put("app.server", (params, answer) -> begin(null));
        methods.put("files.share", (params, answer) -> {
            Intent sent = new Intent(Intent.ACTION_SEND).setType("text/plain").putExtra(Intent.EXTRA_TEXT, params.getString("text") + "\n" + params.getString("link"));
            getContext().startActivity(Intent.createChooser(sent, params.getString("title")).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
            answer.done(new JSONObject());
        });

        camera = bridge.registerForActivityResult(new ScanContract(), result -> {
            Answer asked = scanning;
            scanning = null;
            if (asked == null) return;
            if (result.getContents() == null) asked.done(null);
            else asked.done(object("text", result.getContents(), "symbology", result.getFormatName()));
        });
        keys = new ScanKeys(getContext(), text -> tell("scan.trigger", object("text", text)));
        WebViewCompat.addWebMessageListener(bridge.getWebView(), "ZaiceShell", origins(), (view, message, origin, isMainFrame, reply) -> {
            if (!isMainFrame) return;
            page = reply;
            work.execute(() -> hear(message.getData(), origin));
        });
    }

    @Override
    protected void handleOnDestroy() {
        keys.stop();
        work.shutdownNow();
    }

    private Set<String> origins() {
        Set<String> origins = new HashSet<>();
        origins.add("http://localhost");
        origins.add("https://localhost");
        String server = MainActivity.chosenServer(getContext());
        if (server != null) origins.add(server);
        return origins;
    }

    private void hear(String text, Uri origin) {
        final JSONObject asked;
        final Object id;
        try {
            asked = new JSONObject(text);
            id = asked.get("id");
        } catch (JSONException nonsense) {
            return;
        }
        Answer answer = new Answer() {
            @Override
            public void done(JSONObject result) {
                say(object("id", id, "result", result == null ? JSONObject.NULL : result));
            }

            @Override
            public void fault(String code, String words) {
                say(object("id", id, "fault", object("code", code, "words", words)));
            }
        };
        String name = asked.optString("method");
        JSONObject params = asked.optJSONObject("params");
        if (params == null) params = new JSONObject();
        try {
            if (name.equals("about")) answer.done(about());
            else if (name.equals("app.begin")) choose(params.getString("address"), origin, answer);
            else if (methods.containsKey(name)) methods.get(name).run(params, answer);
            else answer.fault("absent", name);
        } catch (Fault fault) {
            answer.fault(fault.code, fault.getMessage());
        } catch (Exception error) {
            answer.fault("failed", String.valueOf(error.getMessage()));
        }
    }

    private JSONObject about() throws Exception {
        android.content.pm.PackageInfo info = getContext().getPackageManager().getPackageInfo(getContext().getPackageName(), 0);
        return object(
            "contract", 1, "platform", "android", "version", info.versionName,
            "code", Build.VERSION.SDK_INT >= 28 ? info.getLongVersionCode() : info.versionCode,
            "deviceId", Settings.Secure.getString(getContext().getContentResolver(), Settings.Secure.ANDROID_ID),
            "deviceName", Build.MANUFACTURER + " " + Build.MODEL, "can", new JSONArray(methods.keySet())
        );
    }

    private void scan(JSONObject params, Answer answer) {
        bridge.executeOnMainThread(() -> {
            if (scanning != null) scanning.fault("cancelled", "");
            scanning = answer;
            camera.launch(new ScanOptions().setBeepEnabled(false).setOrientationLocked(false).setPrompt(""));
        });
    }

    private void awake(JSONObject params, Answer answer) throws JSONException {
        boolean on = params.getBoolean("on");
        bridge.executeOnMainThread(() -> {
            if (on) getActivity().getWindow().addFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
            else getActivity().getWindow().clearFlags(WindowManager.LayoutParams.FLAG_KEEP_SCREEN_ON);
            answer.done(new JSONObject());
        });
    }

    /** Only the shell's own page says which server; one that does not answer as ours is not taken. */
    private void choose(String address, Uri origin, Answer answer) throws Exception {
        if (!"localhost".equals(origin.getHost())) throw new Fault("refused", "");
        HttpURLConnection line = (HttpURLConnection) new URL(address + "/healthz").openConnection();
        line.setConnectTimeout(8000);
        line.setReadTimeout(8000);
        if (line.getResponseCode() != 200) throw new Fault("unknown", "");
        begin(address);
    }

    private void begin(String server) {
        MainActivity.chooseServer(getContext(), server);
        bridge.executeOnMainThread(() -> getActivity().recreate());
    }

    void tell(String event, JSONObject data) {
        say(object("event", event, "data", data));
    }

    private void say(JSONObject message) {
        bridge.executeOnMainThread(() -> {
            if (page != null) page.postMessage(message.toString());
        });
    }

    static JSONObject object(Object... entries) {
        JSONObject made = new JSONObject();
        try {
            for (int at = 0; at < entries.length; at += 2) made.put((String) entries[at], entries[at + 1]);
        } catch (JSONException impossible) {
            throw new IllegalStateException(impossible);
        }
        return made;
    }

    static final class Fault extends Exception {
        final String code;

        Fault(String code, String words) {
            super(words);
            this.code = code;
        }
    }
}
