/** The words that forms offer, as the organisation has them. */
export const ownWordsEnglish = {
  '填写单据和档案时可以一点就填。停用后不再提供，已经写下的不变。':
    'Suggested when filling in documents and records. Disabled phrases are no longer suggested; existing text stays.',
  词表: 'List',
  不再提供: 'Stop suggesting',
  添加词语: 'Add a phrase',
  '原为{name}': 'Was {name}',
  '计量单位、原因等一点就填的词': 'Units, reasons and other suggested phrases',
}
