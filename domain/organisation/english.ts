/** English for founding an organisation, the steps with which it begins, and closing it. */
export const beginningEnglish: Readonly<Record<string, string>> = {
  启用标准分类: 'Use the standard categories',
  安装推荐流程: 'Install the recommended flows',
  开始使用: 'Get started',
  跳过开始步骤: 'Skip setup steps',
  步骤有误: 'Unknown step',
  初始化状态: 'State of the installation',
  创建组织: 'Create an organisation',
  请输入初始化码: 'Please enter the setup code',
  请输入公司名称: 'Please enter the company name',
  请输入您的姓名: 'Please enter your name',
  '登录名只能用手机号码，或字母、数字和 . _ - 这些符号': 'A login is a mobile number, or letters, digits and . _ -',
  '初始化码有误，或已经使用过': 'The setup code is wrong or has already been used',

  关闭组织: 'Close the organisation',
  组织设置: 'Organisation settings',
  标志: 'Logo',
  输入的名称与组织名称不一致: 'This does not match the organisation’s name',
}
