/** Versions of the app, as the server speaks of them. */
export const releasesEnglish: Readonly<Record<string, string>> = {
  应用版本: 'App versions',
  上传安装包: 'Upload a package',
  发布应用版本: 'Offer a version of the app',
  调整应用版本: 'Change a version of the app',
  '版本号应为数字和点，如 2.4.0': 'A version is numbers and dots, such as 2.4.0',
  下载地址有误: 'The download address is not valid',
  平台有误: 'No such platform',
  '安装包应为 .apk、.ipa、.wgt 或 .zip 文件': 'A package is a file .apk, .ipa, .wgt or .zip, named in plain letters',
  '请上传安装包，或填写下载地址，二者选一': 'Upload a package or enter a download address, not both',
  '请上传安装包，或填写下载地址': 'Upload a package or enter a download address',
  '没有找到这个安装包，请重新上传': 'Package not found. Upload it again',
  '这个平台已经有内部版本号 {code}': 'This platform already has the version code {code}',
  这不是安装包: 'This is not a package',
}
