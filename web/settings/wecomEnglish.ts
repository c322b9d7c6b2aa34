/** How an organisation gets the app in WeCom, and people whose name only that knows. */
export const wecomEnglish: Record<string, string> = {
  '怎么称呼您？': 'What should we call you?',
  '{chat}不把姓名告诉应用，单据、打印件和搜索里只有代号。填写后同事就能看到您的名字。':
    '{chat} does not share names with apps, so documents, printouts and searches show a placeholder. Enter your name so colleagues can see it.',
  '单据、打印件和搜索里现在只有您的代号。填写后同事就能看到您的名字。':
    'Documents, printouts and searches show a placeholder for you. Enter your name so colleagues can see it.',
  填写姓名: 'Enter my name',
  以后再说: 'Not now',
  '现在显示为{name}': 'Currently shown as {name}',
  '正在完成授权…': 'Finishing the authorisation…',
  授权没有完成: 'Authorisation was not completed',
  不读取姓名和手机号: 'No names, no phone numbers',
  '姓名由企业微信在页面上显示；也可以自己填写，打印和导出时用。':
    'WeCom shows names on the page. You can also enter your own, for printouts and exports.',
  应用消息: 'App messages',
  '待审批、到期归还等提醒；审批可以直接在消息卡片上处理。':
    'Reminders such as pending approvals and due returns; approvals can be handled right on the message card.',
  '管理员点下面的按钮，或在企业微信“工作台 › 添加应用”里搜索“在册”。':
    'As an administrator press the button below, or search for Zaice in WeCom under Workbench › Add app.',
  '用企业微信确认授权，选择可以使用的部门或成员。': 'Confirm with WeCom, and choose the departments or people who may use it.',
  '回到这里，人员会自动同步。': 'Come back here; people are synced automatically.',
}
