package cn.zaice.app;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.content.IntentFilter;
import androidx.core.content.ContextCompat;
import java.util.Map;
import java.util.function.Consumer;

/** The scanner keys of handhelds: each maker says what was read by a broadcast of its own, under a name of its own. */
final class ScanKeys {

    private static final Map<String, String> TEXT_OF = Map.of(
        "com.sunmi.scanner.ACTION_DATA_CODE_RECEIVED", "data",
        "nlscan.action.SCANNER_RESULT", "SCAN_BARCODE1",
        "com.scanner.broadcast", "data",
        "com.android.server.scannerservice.broadcast", "scannerdata"
    );
    private static final long SAME_MS = 400;

    private final Context context;
    private final BroadcastReceiver receiver;
    private String last = "";
    private long lastAt;

    ScanKeys(Context context, Consumer<String> hear) {
        this.context = context;
        receiver = new BroadcastReceiver() {
            @Override
            public void onReceive(Context from, Intent said) {
                String name = TEXT_OF.get(String.valueOf(said.getAction()));
                String text = name == null ? null : said.getStringExtra(name);
                long now = System.currentTimeMillis();
                if (text == null || text.isEmpty() || (text.equals(last) && now - lastAt < SAME_MS)) return;
                last = text;
                lastAt = now;
                hear.accept(text.trim());
            }
        };
        IntentFilter filter = new IntentFilter();
        for (String action : TEXT_OF.keySet()) filter.addAction(action);
        ContextCompat.registerReceiver(context, receiver, filter, ContextCompat.RECEIVER_EXPORTED);
    }

    void stop() {
        context.unregisterReceiver(receiver);
    }
}
