/** English for what was on other days. */
export const asOfEnglish: Record<string, string> = {
  以往: 'Before',
  哪一天: 'Which day',
  '某一天在哪里、归谁用': 'Where it stood on a day, and with whom',
  某一天名下的资产: 'Assets held on a day',
  某一天这里的资产: 'Assets here on a day',
  这一天没有这样的资产: 'No such assets on that day',
  '可以换一个日期，或清除筛选条件；还没有资产时，请先登记或导入。':
    'Choose another day, or clear the filter. Where there are no assets yet, register or import them first.',
  '资产名称、编码、单号': 'Name or code of the asset, number of the document',
  没有流转记录: 'No moves',
  '资产入库、发放、归还、调拨后，每一次都会出现在这里。': 'What comes in, is issued, returned or allocated stands here.',
}
