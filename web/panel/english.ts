export const panelEnglish: Record<string, string> = {
  上一项: 'Previous',
  下一项: 'Next',
  打开的内容: 'Open item',
  全屏打开: 'Open in full',
  调整宽度: 'Width',
  '{count}项要逐项处理': '{count} to handle one by one',
  '单号、物品、人员': 'code, item, person',
  列表: 'List',
}
