/** English of what is refused when a phone goes on where a desk is. */
export const handOverEnglish: Record<string, string> = {
  客服与应用市场地址: 'Customer service, and the market',
  生成手机登录码: 'Create a phone sign-in code',
  手机登录码的状态: 'Phone sign-in code status',
  凭手机登录码登录: 'Sign in with a phone code',
  '这个二维码无效，请在电脑上重新生成': 'This code is not valid. Generate a new one on the computer.',
  '二维码已过期，请在电脑上重新生成': 'The code has expired. Generate a new one on the computer.',
  '二维码已被使用，请在电脑上重新生成': 'The code has already been used. Generate a new one on the computer.',
  '组织已停用，请联系运营方': 'The organisation is closed. Contact your operator.',
  '账号已停用，请联系管理员': 'Your account is disabled. Contact your administrator.',
}
