/** Takeouts of whole organisations. */
export const takeoutEnglish = {
  '{name}的完整导出，时点为{at}': 'Full export of {name}, as of {at}',
  'tables 文件夹中每个文件是一张表的内容，每行一条；files 文件夹中是图片和附件；manifest.json 列出每一部分的行数和校验值':
    'In the tables folder, each file holds one table, one row per line; the files folder holds pictures and attachments; manifest.json lists each part with its row count and checksum',
  '在另一套在册中导入：{command}': 'To import into another installation of Zaice: {command}',
  数据导出: 'Data export',
  整体导出列表: 'Full exports',
  导出全部数据: 'Export all data',
  删除导出的文件: 'Delete an export',
  密码错误: 'The password is wrong',
  请输入密码: 'Enter your password',
  '正在导出，请等待完成': 'An export is in progress; wait until it is done',
  '{name}导出了组织的全部数据': '{name} is exporting all data of the organisation',
  '组织的全部数据已导出，请在一天内下载': 'All data of the organisation has been exported; download it within a day',
  组织的全部数据没有导出成功: 'The export of all the organisation’s data failed',
  '组织的文件空间不足，请删除不用的文件或联系运维人员':
    'The organisation is out of file space; delete files you do not need or ask your operator',
  '服务器磁盘空间不足，请联系运维人员': 'The server’s disk is full; ask your operator',
  '导出时出错，请稍后再试或联系运维人员': 'Something went wrong with the export; try again later or ask your operator',
}
