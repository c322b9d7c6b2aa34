/** How the codes of assets are made. */
export const numberingEnglish = {
  '例：{example}。已有的编码不变。': 'Example: {example}. Existing codes stay as they are.',
  '其他部分变了（如换了年份、分类），流水号从1开始': 'Start from 1 whenever another part changes, such as the year or category',
  固定文字: 'Fixed text',
  恢复默认: 'Restore default',
  流水号: 'Sequence number',
  流水号位数: 'Digits of the sequence number',
  资产编码规则: 'Asset code rule',
  重新编号: 'Restart numbering',
}
