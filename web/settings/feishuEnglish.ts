/** How an organisation gets the app in Feishu. */
export const feishuWebEnglish: Record<string, string> = {
  机器人消息: 'Bot messages',
  '管理员点下面的按钮，或在飞书“工作台 › 应用目录”里搜索“在册”。':
    'As an administrator press the button below, or search for Zaice in Feishu under Workplace › App Directory.',
  '管理员在飞书打开“工作台 › 应用目录”，搜索“在册”。':
    'As an administrator, open Workplace › App Directory in Feishu and search for Zaice.',
  '点“获取”，选择可以使用的部门或成员。': 'Press Get, and choose the departments or people who may use it.',
}
