package cn.zaice.app;

import android.content.Context;
import android.content.Intent;
import android.net.Uri;
import android.os.Build;
import android.provider.Settings;
import androidx.core.content.FileProvider;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.security.MessageDigest;
import org.json.JSONObject;

/** Fetches a package, holds it against its hash and hands it to the system, which asks the person. */
final class Installer {

    private static final long TOLD_EACH_BYTES = 256 * 1024;

    private final Context context;
    private final TagReader.Tell tell;

    Installer(Context context, TagReader.Tell tell) {
        this.context = context;
        this.tell = tell;
    }

    void install(JSONObject params, ShellPlugin.Answer answer) throws Exception {
        if (Build.VERSION.SDK_INT >= 26 && !context.getPackageManager().canRequestPackageInstalls()) {
            Uri self = Uri.parse("package:" + context.getPackageName());
            context.startActivity(new Intent(Settings.ACTION_MANAGE_UNKNOWN_APP_SOURCES, self).addFlags(Intent.FLAG_ACTIVITY_NEW_TASK));
            throw new ShellPlugin.Fault("refused", "");
        }
        File file = new File(context.getCacheDir(), "upgrade.apk");
        String hash = fetch(params.getString("address"), file, params.optLong("sizeBytes"));
        String wanted = params.optString("sha256");
        if (!wanted.isEmpty() && !wanted.equals(hash)) {
            file.delete();
            throw new ShellPlugin.Fault("damaged", hash);
        }
        Uri shared = FileProvider.getUriForFile(context, context.getPackageName() + ".fileprovider", file);
        Intent opened = new Intent(Intent.ACTION_VIEW).setDataAndType(shared, "application/vnd.android.package-archive");
        context.startActivity(opened.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK | Intent.FLAG_GRANT_READ_URI_PERMISSION));
        answer.done(ShellPlugin.object("how", "done"));
    }

    private String fetch(String address, File file, long sizeBytes) throws Exception {
        MessageDigest hash = MessageDigest.getInstance("SHA-256");
        HttpURLConnection line = (HttpURLConnection) new URL(address).openConnection();
        line.setConnectTimeout(15_000);
        line.setReadTimeout(60_000);
        try (InputStream in = line.getInputStream(); FileOutputStream out = new FileOutputStream(file)) {
            long ofBytes = line.getContentLengthLong() > 0 ? line.getContentLengthLong() : sizeBytes;
            long doneBytes = 0;
            long toldBytes = 0;
            byte[] piece = new byte[64 * 1024];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                hash.update(piece, 0, read);
                out.write(piece, 0, read);
                doneBytes += read;
                if (doneBytes - toldBytes < TOLD_EACH_BYTES) continue;
                toldBytes = doneBytes;
                tell.tell("package.progress", ShellPlugin.object("doneBytes", doneBytes, "ofBytes", ofBytes));
            }
            if (ofBytes > 0 && doneBytes != ofBytes) throw new IOException("cut off");
        } catch (IOException broken) {
            file.delete();
            throw new ShellPlugin.Fault("download", String.valueOf(broken.getMessage()));
        } finally {
            line.disconnect();
        }
        StringBuilder letters = new StringBuilder();
        for (byte each : hash.digest()) letters.append(String.format("%02x", each));
        return letters.toString();
    }
}
