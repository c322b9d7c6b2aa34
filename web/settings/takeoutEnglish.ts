/** The takeout of the whole organisation. */
export const takeoutEnglish = {
  '全部数据和文件，一个压缩文件': 'All data and files in one zip file',
  '把组织的数据装进一个压缩文件，可保存备查，也可由运维人员导入另一套在册。':
    'All your organisation’s data in one zip file, to keep or to have imported into another Zaice installation by its operator.',
  '包含档案、单据、台账、库存、审批记录、通知、新闻，以及图片和附件':
    'Includes records, documents, the register, stock, approvals, notices, news, pictures and attachments',
  '不包含登录密码、外部服务的密钥、会话内容和个人网盘':
    'Excludes passwords, external service keys, chat content and personal files in Files',
  '文件保留一天，计入组织的文件空间；所有管理员都会收到通知':
    'The file is kept for one day and counts towards your organisation’s file space; all administrators are notified',
  开始导出: 'Start export',
  还没有导出过: 'No exports yet',
  '导出的文件会出现在这里。': 'Exported files will appear here.',
  确认是您本人: 'Confirm it is you',
  下载: 'Download',
  已开始导出: 'Export started',
  登录密码: 'Password',
  等待中: 'Waiting',
  导出中: 'Exporting',
  可下载: 'Ready',
  未成功: 'Failed',
  '确定删除这个文件吗?': 'Delete this file?',
  '{name}的导出': 'Export of {name}',
  '保留至{when}': 'kept until {when}',
  导出进度: 'Progress',
  '可以离开这个页面，完成后会收到消息。': 'You can leave this page; you will get a message when it is done.',
}
