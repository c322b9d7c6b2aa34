/** Trials of flows, and settings by which an application can come to nothing. */
export const trialEnglish: Readonly<Record<string, string>> = {
  '“{node}”现在找不到处理人：{follows}': '“{node}” currently has no approver: {follows}',
  '“{node}”指定的人员中有{count}人已离职，没有交接人': '{count} of the people named in “{node}” have left without a successor',
  '“{node}”指定的角色现在没有成员': 'The role named in “{node}” currently has no members',
  '流程管理员都已停用，找不到处理人的申请会交给系统管理员':
    'All flow administrators are disabled: applications without an approver go to the system administrators',
  '“{node}”和前面的“{before}”由同样的人审批': '“{node}” has the same approvers as “{before}” before it',
  '会自动通过，没有人审批': 'it is approved automatically, with no approver',
  会交给另外指定的人员: 'it goes to the people named for this case',
  会交给流程管理员: 'it goes to the flow administrators',
  '申请会直接被驳回，到此结束': 'the application is rejected and ends there',
  '申请会退回发起人，重新提交又回到这里，只要还没有人就一再退回':
    'the application returns to the applicant, comes back here when resubmitted, and keeps returning until there is an approver',
  申请会退回发起人: 'the application returns to the applicant',
  '“{node}”由“{field}”中的人处理，但没有人能填写它：{follows}':
    '“{node}” is handled by the person in “{field}”, but no one can fill that in: {follows}',
  '“{field}”可以不填；不填时“{node}”没有处理人，{follows}': '“{field}” can be left empty; then “{node}” has no approver: {follows}',
  '“{node}”找不到处理人时，{follows}': 'If “{node}” has no approver, {follows}',
  '“{node}”的处理人就是发起人，又设置为跳过：它永远自动通过':
    'The approver of “{node}” is the applicant, who is set to be skipped: it is always approved automatically',
  '“{node}”超时自动通过：涉及金额的申请可能没有人看过就通过了':
    '“{node}” approves automatically at the deadline: an application involving money may pass without anyone seeing it',
  '“{node}”超时自动驳回：申请可能只因为没人处理就结束了':
    '“{node}” rejects automatically at the deadline: an application may end just because no one handled it',
  '“{node}”的分支“{arm}”永远走不到：它的条件不会成立，或者前面的分支总是先成立':
    'Branch “{arm}” of “{node}” is never reached: its condition cannot be met, or an earlier branch is always met first',
  '“{field}”可以不填；不填时“{node}”走“{arm}”，没有任何人审批':
    '“{field}” can be left empty; then “{node}” takes “{arm}”, with no approver at all',
  '“{node}”等待的人都已离职：没有人能处理': 'Everyone “{node}” is waiting for has left: no one can act',
  '“{node}”由发起人自己审批': '“{node}” is approved by the applicant',
  '走“{arm}”的申请没有任何人审批，会直接通过': 'Applications that take “{arm}” have no approver and pass immediately',
  '这样的申请没有任何人审批，会直接通过': 'Such applications have no approver and pass immediately',
  '同时满足“{arm}”和“{other}”时，走“{arm}”': 'If both “{arm}” and “{other}” are met, “{arm}” is taken',
  '等待已离职的人，没有人能处理': 'it waits for people who have left; no one can act',
  不填: 'empty',
  指定的人都离职: 'everyone named has left',
  角色没有成员: 'the role has no members',
  部门没有负责人: 'the department has no head',
  没有上级主管: 'there is no supervisor',
  选择的人都离职: 'everyone chosen has left',
  表单中没有填写人员: 'no person entered in the form',
  发起人离职: 'the applicant has left',
  位置没有管理员: 'the location has no manager',
  资产没有使用人: 'the asset has no holder',
  仓库没有管理员: 'the store has no manager',
  '休假没有设置代理人时，一直等他回来': 'If someone is away without a deputy, it waits until they are back',
  '没有人处理，{n}分钟后自动通过': 'Undecided, it passes after {n} {n|minute|minutes}',
  '没有人处理，{n}小时后自动通过': 'Undecided, it passes after {n} {n|hour|hours}',
  '没有人处理，{n}天后自动通过': 'Undecided, it passes after {n} {n|day|days}',
  '没有人处理，{n}分钟后自动驳回': 'Undecided, it is rejected after {n} {n|minute|minutes}',
  '没有人处理，{n}小时后自动驳回': 'Undecided, it is rejected after {n} {n|hour|hours}',
  '没有人处理，{n}天后自动驳回': 'Undecided, it is rejected after {n} {n|day|days}',
  '没有人处理，{n}分钟后转给他的上级': 'Undecided, it goes to the supervisor after {n} {n|minute|minutes}',
  '没有人处理，{n}小时后转给他的上级': 'Undecided, it goes to the supervisor after {n} {n|hour|hours}',
  '没有人处理，{n}天后转给他的上级': 'Undecided, it goes to the supervisor after {n} {n|day|days}',
  '〔': '〔',
  '〕': '〕',
}
