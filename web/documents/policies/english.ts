/** English for what stops a submission. */
export const policyWebEnglish: Record<string, string> = {
  需要说明: 'Reason required',
  提交前请看一下: 'Before you submit',
  返回修改: 'Back',
  说明原因并提交: 'Submit with reason',
  '审批人会看到填写的原因。': 'The approver will see the reason.',
  '第{line}行': 'Line {line}',
  '还有{count}处': '{count} more',
  同类: 'Similar',
}
