/** Document lines as a sheet. */
export const gridEnglish: Record<string, string> = {
  '正在查找“{value}”…': 'Looking for “{value}” …',
  '这件资产在第{line}行已经有了': 'This asset is already in line {line}',
  '{count} 处问题 ›': '{count} to fix ›',
  明细的操作: 'Line actions',
  向下填充: 'Fill down',
  '复制 {count} 行': 'Duplicate {count}',
  '移除 {count} 行': 'Remove {count}',
  '第 {row} 行，{label}': 'Line {row}, {label}',
  '输入，或从表格粘贴（Ctrl+V）': 'Type, or paste from a spreadsheet (Ctrl+V)',
  可以选择的内容: 'Choices',
  '已添加{name}': '{name} added',
  '在列表中选择…': 'Choose from the list…',
  '一张单据最多 {max} 行': 'A document can have at most {max} {max|line|lines}',
  '一张单据最多 {max} 行，粘贴后会有 {count} 行，没有粘贴；请分成几张单据':
    'A document can have at most {max} {max|line|lines}; with these there would be {count}. Nothing was pasted: please split them across several documents',
  '正在粘贴 {count} 行…': 'Pasting {count} {count|line|lines} …',
  '已粘贴 {count} 行': '{count} {count|line|lines} pasted',
  '没有用到的列：{columns}': 'Columns not used: {columns}',
  '右边 {count} 列没有地方放': '{count} {count|column|columns} on the right did not fit',
  '没有粘贴：{words}': 'Nothing was pasted: {words}',
  '{name}已在第 {line} 行，没有重复添加': '{name} is already in line {line} and was not added again',
  '{name}：第 {line} 行现在是 {count}': '{name}: line {line} now says {count}',
  '还有 {count} 处内容没有读懂，改好或清空后才能存草稿':
    '{count} {count|cell|cells} could not be read; fix or clear them before saving the draft',
}
