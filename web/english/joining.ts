/** English for coming in: invitations, first and forgotten passwords, roles and the people of places. */
export const joiningEnglish: Readonly<Record<string, string>> = {
  '{name}，请设置自己的密码': '{name}, please choose your own password',
  '现在的密码是管理员设置的，改成只有您知道的密码后就可以开始使用{company}。':
    'The present password was set by an administrator. Choose one that only you know, then you can begin at {company}.',
}
