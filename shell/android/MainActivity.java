package cn.zaice.app;

import android.content.Context;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;
import com.getcapacitor.CapConfig;

/** Opens the server that was chosen, or the page that asks for it. */
public class MainActivity extends BridgeActivity {

    static String chosenServer(Context context) {
        return context.getSharedPreferences("zaice", Context.MODE_PRIVATE).getString("server", null);
    }

    static void chooseServer(Context context, String address) {
        context.getSharedPreferences("zaice", Context.MODE_PRIVATE).edit().putString("server", address).commit();
    }

    @Override
    public void onCreate(Bundle savedInstanceState) {
        registerPlugin(ShellPlugin.class);
        String server = chosenServer(this);
        if (server != null) config = new CapConfig.Builder(this).setServerUrl(server).create();
        super.onCreate(savedInstanceState);
    }
}
