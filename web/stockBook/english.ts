/** English for the screens of the stock book. */
export const stockBookWebEnglish: Record<string, string> = {
  '耗材名称、编码、单号': 'Name or code of the supply, number of the document',
  没有收发记录: 'Nothing moved',
  '耗材入库、领用、退库、调拨和调整后，每一笔都会出现在这里。': 'What comes in, is issued, returned, moved or adjusted stands here.',
  按耗材: 'By supply',
  按耗材和仓库: 'By supply and store',
  按仓库: 'By store',
  全部仓库: 'All stores',
  全部分类: 'All categories',
  本月: 'This month',
  上月: 'Last month',
  本年: 'This year',
  这段时间没有库存和收发: 'No stock and no moves in these days',
  '耗材入库后，这里按期初、收入、发出、期末列出数量和金额。':
    'Once supplies come in, opening, receipts, issues and closing stand here in quantity and amount.',
  库存还没有结过账: 'No month of the stock is closed',
  '库存已结账到{month}': 'The stock is closed through {month}',
  调拨在合计中抵消: 'Transfers cancel out in the total',
  冲销在原来的栏目中以负数列出: 'Reversals count as negative where the original stands',
  '期末结存会固定下来，日期在{month}或以前的耗材单据不能再入账。':
    'What is on hand at its end is fixed; documents of supplies dated in {month} or before can no longer be posted.',
  '结账后，日期在该月的耗材单据不能再入账，期末结存固定下来。不结账也可以一直使用。':
    'Once a month is closed no document of supplies is dated into it, and what was on hand at its end is fixed. Nobody has to close months.',
  由系统管理员或财务结账: 'Administrators and finance close months',
  已反结账: 'Reopened',
  '反结账后可以再补记该月的单据，之后重新结账；原来的结存和原因留档。':
    'Documents can be dated into the month again, then it is closed anew; what was fixed before stays on file with the reason.',
}
