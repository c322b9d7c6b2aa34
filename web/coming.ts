import type { ScreenPath } from './screens.ts'

/** What will be on the screens whose content is not made yet. */
export const comingWords: Readonly<Partial<Record<ScreenPath, string>>> = {
  '/pages/mylog/myloglist': '这里将列出您写的和别人发给您的日报、周报和月报，可以按人和日期查找，未读的会标出。',
  '/pages/mylog/logdetail': '这里将显示一篇日志的全文、图片和附件，以及谁读过；可以评论和点赞。',
  '/pages/mylog/logedit': '这里将按日报、周报或月报的模板填写：完成的工作、计划和需要的帮助，添加图片，选择发给谁。',
  '/pages/netdisk/netdisklist': '这里将存放个人文件和部门共享文件：上传、新建文件夹、移动、预览、分享给同事，并显示已用空间。',
  '/pages/goods/mainpage/sampleIndex':
    '这里将引导组织的管理员在钉钉中安装在册：授权、同步通讯录、指定管理员。现在可以直接用浏览器登录使用。',
  '/pages/goods/mainpage/wwSampleIndex':
    '这里将引导组织的管理员在企业微信中安装在册：授权、同步通讯录、指定管理员。现在可以直接用浏览器登录使用。',
}
