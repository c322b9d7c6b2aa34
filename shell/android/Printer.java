package cn.zaice.app;

import android.annotation.SuppressLint;
import android.bluetooth.BluetoothAdapter;
import android.bluetooth.BluetoothManager;
import android.bluetooth.BluetoothSocket;
import android.content.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.util.UUID;
import org.json.JSONObject;

/** The inner printer of a SUNMI handheld, which its system offers as a Bluetooth device that is always paired. It speaks ESC/POS. */
@SuppressLint("MissingPermission")
final class Printer {

    private static final String ADDRESS = "00:11:22:33:44:55";
    private static final UUID SERIAL = UUID.fromString("00001101-0000-1000-8000-00805F9B34FB");

    private final BluetoothAdapter adapter;
    private BluetoothSocket line;

    Printer(Context context) {
        BluetoothManager manager = (BluetoothManager) context.getSystemService(Context.BLUETOOTH_SERVICE);
        adapter = manager == null ? null : manager.getAdapter();
    }

    boolean isThere() {
        try {
            return adapter != null && adapter.getBondedDevices().stream().anyMatch(device -> ADDRESS.equals(device.getAddress()));
        } catch (SecurityException notAllowed) {
            return false;
        }
    }

    JSONObject status() {
        String state = isThere() ? (line != null && line.isConnected() ? "ready" : "closed") : "fault";
        return ShellPlugin.object("state", state.equals("closed") && opens() ? "ready" : state, "language", "escpos", "name", "InnerPrinter");
    }

    private boolean opens() {
        try {
            open();
            return true;
        } catch (IOException closed) {
            return false;
        }
    }

    private synchronized OutputStream open() throws IOException {
        if (line == null || !line.isConnected()) {
            line = adapter.getRemoteDevice(ADDRESS).createRfcommSocketToServiceRecord(SERIAL);
            line.connect();
        }
        return line.getOutputStream();
    }

    synchronized void write(byte[] bytes) throws ShellPlugin.Fault {
        try {
            OutputStream out = open();
            out.write(bytes);
            out.flush();
        } catch (IOException broken) {
            try {
                if (line != null) line.close();
            } catch (IOException ignored) {
                // It is gone either way.
            }
            line = null;
            throw new ShellPlugin.Fault("gone", String.valueOf(broken.getMessage()));
        }
    }
}
