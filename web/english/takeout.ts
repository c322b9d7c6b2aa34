/** The takeout of the whole organisation. */
export const takeoutEnglish = {
  '全部数据和文件，一个压缩文件': 'All data and files in one zip file',
  '把组织的数据装进一个压缩文件，可保存备查，也可由运维人员导入另一套在册。':
    'Everything of the organisation in one zip file, to be kept, or to be brought into another installation by its operator.',
  '包含档案、单据、台账、库存、审批记录、通知、新闻，以及图片和附件':
    'With records, documents, the register, stock, approvals, notices, news, and pictures and attachments',
  '不包含登录密码、外部服务的密钥、会话内容和个人网盘':
    'Without passwords, the keys of outside services, what people say in conversations and their own files in Files',
  '文件保留一天，计入组织的文件空间；所有管理员都会收到通知':
    'The file is kept for a day and counts among the organisation’s files; all administrators are told',
  开始导出: 'Take it out',
  还没有导出过: 'Nothing was taken out yet',
  '导出的文件会出现在这里。': 'Files will stand here.',
  确认是您本人: 'Show that it is you',
  下载: 'Download',
  已开始导出: 'It is being made',
  登录密码: 'Password',
  等待中: 'Waiting',
  导出中: 'Being made',
  可下载: 'Ready',
  未成功: 'Failed',
  '确定删除这个文件吗?': 'Delete this file?',
  '{name}的导出': 'Takeout of {name}',
  '保留至{when}': 'kept until {when}',
  导出进度: 'Progress',
  '可以离开这个页面，完成后会收到消息。': 'You may leave this page; a message will come when it is done.',
}
