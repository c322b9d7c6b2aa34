export const panelEnglish: Record<string, string> = {
  上一项: 'Previous',
  下一项: 'Next',
  打开的内容: 'What is open',
  全屏打开: 'Open in full',
  调整宽度: 'Width',
  '{count}项要逐项处理': '{count} to be decided one by one',
  '单号、物品、人员': 'code, things, people',
  列表: 'List',
}
