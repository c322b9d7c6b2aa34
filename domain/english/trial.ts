/** Trials of flows, and settings by which an application can come to nothing. */
export const trialEnglish: Readonly<Record<string, string>> = {
  '“{node}”现在找不到处理人：{follows}': '“{node}” finds nobody at present: {follows}',
  '“{node}”指定的人员中有{count}人已离职，没有交接人': '{count} of the people named at “{node}” have left without a successor',
  '“{node}”指定的角色现在没有成员': 'Nobody has the role named at “{node}” at present',
  '流程管理员都已停用，找不到处理人的申请会交给系统管理员':
    'No administrator of the flow is in service: applications without an approver go to the administrators of the organisation',
  '“{node}”和前面的“{before}”由同样的人审批': '“{node}” is decided by the same people as “{before}” before it',
  '会自动通过，没有人审批': 'it passes by itself and nobody decides',
  会交给另外指定的人员: 'it goes to the people named for that case',
  会交给流程管理员: 'it goes to the administrators of the flow',
  '申请会直接被驳回，到此结束': 'the application is rejected and ends there',
  '申请会退回发起人，重新提交又回到这里，只要还没有人就一再退回':
    'the application goes back to the applicant, comes here again when it is resubmitted, and goes back again as long as there is nobody',
  申请会退回发起人: 'the application goes back to the applicant',
  '“{node}”由“{field}”中的人处理，但没有人能填写它：{follows}':
    '“{node}” asks whoever is in “{field}”, but nobody can fill that in: {follows}',
  '“{field}”可以不填；不填时“{node}”没有处理人，{follows}': '“{field}” may be left empty; then “{node}” has nobody: {follows}',
  '“{node}”找不到处理人时，{follows}': 'Where “{node}” finds nobody, {follows}',
  '“{node}”的处理人就是发起人，又设置为跳过：它永远自动通过':
    '“{node}” asks the applicant and skips the applicant: it always passes by itself',
  '“{node}”超时自动通过：涉及金额的申请可能没有人看过就通过了':
    '“{node}” passes when time is up: an application about money may pass without anybody having looked at it',
  '“{node}”超时自动驳回：申请可能只因为没人处理就结束了':
    '“{node}” rejects when time is up: an application may end only because nobody looked at it',
  '“{node}”的分支“{arm}”永远走不到：它的条件不会成立，或者前面的分支总是先成立':
    'The arm “{arm}” of “{node}” is never reached: its condition cannot hold, or an earlier arm always holds first',
  '“{field}”可以不填；不填时“{node}”走“{arm}”，没有任何人审批':
    '“{field}” may be left empty; then “{node}” takes “{arm}” and nobody decides at all',
  '“{node}”等待的人都已离职：没有人能处理': 'Everybody whom “{node}” waits for has left: nobody can decide',
  '“{node}”由发起人自己审批': '“{node}” is decided by the applicant himself',
  '走“{arm}”的申请没有任何人审批，会直接通过': 'An application that takes “{arm}” is decided by nobody and passes at once',
  '这样的申请没有任何人审批，会直接通过': 'Such an application is decided by nobody and passes at once',
  '同时满足“{arm}”和“{other}”时，走“{arm}”': 'Where both “{arm}” and “{other}” hold, “{arm}” is taken',
  '等待已离职的人，没有人能处理': 'it waits for people who have left, nobody can decide',
  不填: 'empty',
  指定的人都离职: 'everybody named has left',
  角色没有成员: 'nobody has the role',
  部门没有负责人: 'the department has no head',
  没有上级主管: 'there is no superior',
  选择的人都离职: 'everybody chosen has left',
  表单中没有填写人员: 'the form names nobody',
  发起人离职: 'the applicant has left',
  位置没有管理员: 'the place has no manager',
  资产没有使用人: 'the asset has no holder',
  仓库没有管理员: 'the store has no keeper',
  '休假没有设置代理人时，一直等他回来': 'Away without an agent: it waits until they are back',
  '没有人处理，{n}分钟后自动通过': 'Undecided, it passes after {n} {n|minute|minutes}',
  '没有人处理，{n}小时后自动通过': 'Undecided, it passes after {n} {n|hour|hours}',
  '没有人处理，{n}天后自动通过': 'Undecided, it passes after {n} {n|day|days}',
  '没有人处理，{n}分钟后自动驳回': 'Undecided, it is rejected after {n} {n|minute|minutes}',
  '没有人处理，{n}小时后自动驳回': 'Undecided, it is rejected after {n} {n|hour|hours}',
  '没有人处理，{n}天后自动驳回': 'Undecided, it is rejected after {n} {n|day|days}',
  '没有人处理，{n}分钟后转给他的上级': 'Undecided, it goes to the superior after {n} {n|minute|minutes}',
  '没有人处理，{n}小时后转给他的上级': 'Undecided, it goes to the superior after {n} {n|hour|hours}',
  '没有人处理，{n}天后转给他的上级': 'Undecided, it goes to the superior after {n} {n|day|days}',
  '〔': '〔',
  '〕': '〕',
}
