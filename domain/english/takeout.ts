/** Takeouts of whole organisations. */
export const takeoutEnglish = {
  '{name}的完整导出，时点为{at}': 'The whole of {name}, as of {at}',
  'tables 文件夹中每个文件是一张表的内容，每行一条；files 文件夹中是图片和附件；manifest.json 列出每一部分的行数和校验值':
    'In the folder tables each file is the content of a table, one row a line; in files are pictures and attachments; manifest.json lists each part with its rows and digest',
  '在另一套在册中导入：{command}': 'Into another installation of Zaice: {command}',
  数据导出: 'Take data out',
  整体导出列表: 'Takeouts of everything',
  导出全部数据: 'Take everything out',
  删除导出的文件: 'Delete a takeout',
  密码错误: 'The password is wrong',
  请输入密码: 'Enter your password',
  '正在导出，请等待完成': 'A takeout is being made; wait until it is done',
  '{name}导出了组织的全部数据': '{name} is taking out all data of the organisation',
  '组织的全部数据已导出，请在一天内下载': 'All data of the organisation are in one file; download it within a day',
  组织的全部数据没有导出成功: 'The takeout of the organisation came to nothing',
  '组织的文件空间不足，请删除不用的文件或联系运维人员':
    'The organisation has no room for the file; delete files you do not need or ask your operator',
  '服务器磁盘空间不足，请联系运维人员': 'The disk of the server is full; ask your operator',
  '导出时出错，请稍后再试或联系运维人员': 'Something went wrong; try again later or ask your operator',
}
