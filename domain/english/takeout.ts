/** Takeouts of whole organisations. */
export const takeoutEnglish = {
  '{name}的完整导出，时点为{at}': 'The whole of {name}, as of {at}',
  'tables 文件夹中每个文件是一张表的内容，每行一条；files 文件夹中是图片和附件；manifest.json 列出每一部分的行数和校验值':
    'In the folder tables each file is the content of a table, one row a line; in files are pictures and attachments; manifest.json lists each part with its rows and digest',
  '在另一套在册中导入：{command}': 'Into another installation of Zaice: {command}',
}
