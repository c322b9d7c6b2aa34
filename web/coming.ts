import type { ScreenPath } from './screens.ts'

/** What will be on the screens whose content is not made yet. */
export const comingWords: Readonly<Partial<Record<ScreenPath, string>>> = {
  '/pages/goods/mainpage/sampleIndex':
    '这里将引导组织的管理员在钉钉中安装在册：授权、同步通讯录、指定管理员。现在可以直接用浏览器登录使用。',
  '/pages/goods/mainpage/wwSampleIndex':
    '这里将引导组织的管理员在企业微信中安装在册：授权、同步通讯录、指定管理员。现在可以直接用浏览器登录使用。',
}
