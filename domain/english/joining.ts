/** English for the words of coming in: invitations, first and forgotten passwords, roles and the people of places. */
export const joiningEnglish: Record<string, string> = {
  设置自己的密码: 'Choose your own password',
  '密码是别人设置的，请先设置自己的密码': 'This password was set by somebody else; please choose your own first',
  密码已经是自己设置的: 'The password is your own already',
  新密码不能与原来的相同: 'The new password must differ from the old one',
  '没有登录名时用手机号码登录，不能清空': 'Without a login name the phone number signs in, so it cannot be removed',
}
