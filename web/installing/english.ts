/** English for the page on which an organisation gets the app in its chat. */
export const installingEnglish: Readonly<Record<string, string>> = {
  '在{chat}里管好每一件资产和耗材': 'Every asset and consumable, kept in order within {chat}',
  申请和审批: 'Requests and approvals',
  '领用、借用、归还、报修，在{chat}里提交，在{chat}里批准。':
    'Requests, loans, returns and repairs: submitted in {chat}, approved in {chat}.',
  '用手机扫一扫，每一件资产在哪、在谁手上，都有据可查。': 'Scan with a phone to see where each asset is and who has it, all on record.',
  人员自动同步: 'Automatic people sync',
  '部门和成员来自企业通讯录，入职、调动、离职都会跟着变。':
    'Departments and people come from your company directory and stay up to date as people join, move or leave.',
  在册需要的权限: 'Permissions Zaice needs',
  通讯录部门和成员: 'Departments and people',
  '用于登录、选人和审批；只读，不会修改企业通讯录。':
    'Used for sign-in, choosing people and approvals. Read only: your directory is never changed.',
  '手机号（可以不给）': 'Mobile numbers (optional)',
  '用于和已有账号对上，同一个人不会出现两次。': 'Used to match existing accounts, so that no one appears twice.',
  工作通知: 'Work notifications',
  '待审批、到期归还等提醒，发到每个人的工作通知里。':
    'Reminders such as pending approvals and due returns arrive in everyone’s work notifications.',
  '管理员在钉钉打开“工作台 › 应用中心”，搜索“在册”。': 'As an administrator, open Workbench › App Center in DingTalk and search for Zaice.',
  '管理员点下面的按钮，或在钉钉“工作台 › 应用中心”里搜索“在册”。':
    'As an administrator, press the button below, or search for Zaice in Workbench › App Center of DingTalk.',
  '点“开通”，选择可以使用的部门或成员。': 'Activate it, and choose the departments or people who may use it.',
  '回到工作台打开在册，人员会自动同步。': 'Back in the workbench, open Zaice: people are synced automatically.',
  '在{chat}中安装': 'Install in {chat}',
  '去{chat}安装': 'Install in {chat}',
  企业还没有安装在册: 'Your company has not installed Zaice yet',
  '请企业管理员按下面的步骤安装，普通成员无法安装。': 'Ask a company administrator to install it as below; members cannot.',
  企业授权: 'Authorised',
  同步人员: 'People',
  正在同步人员: 'Syncing people',
  '正在准备…': 'Preparing…',
  '正在读取部门，已读 {done}': 'Reading departments, {done} so far',
  '正在读取通讯录，已读 {done}': 'Reading the address book, {done} so far',
  '已同步 {done} / {total}': '{done} of {total} synced',
  '人多时需要几分钟，可以先离开。': 'This can take a few minutes with many people. You can leave this page.',
  等待管理员确认: 'Waiting for an administrator',
  '通讯录中有较多人将离开，为防止误操作，请管理员登录在册后在工作平台设置里确认。':
    'According to the directory, many people would leave. To be safe, an administrator must sign in to Zaice and confirm it in the workplace chat settings.',
  同步没有完成: 'Sync did not finish',
  '请稍后重试。已经同步的人员不会丢失。': 'Please try again later. People already synced are kept.',
  应用已被停用: 'The app is disabled',
  '请企业管理员在{chat}管理后台重新启用在册，数据都还在。':
    'A company administrator can re-enable Zaice in the {chat} admin console. All your data is still here.',
  '已经开通，继续': 'Activated, continue',
  已安装完成: 'Installed',
  '{company}的人员已同步，可以开始使用。': 'People from {company} have been synced. You can start using Zaice.',
  进入在册: 'Open Zaice',
  '又回到这里时，您可能不在应用的使用范围内，请联系企业管理员。':
    'If you end up here again, you may not have access to the app. Please contact your company administrator.',
  用账号密码登录: 'Sign in with password',
  '没有成功，请稍后重试': 'Something went wrong; please try again later',
}
