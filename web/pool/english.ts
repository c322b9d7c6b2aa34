/** English for the screens of the idle pool. */
export const poolWebEnglish: Record<string, string> = {
  可领用: 'Available',
  闲置资产: 'Idle assets',
  '代替了{count}件': '{count} {count|piece|pieces} not bought',
  提供资产: 'Offer assets',
  资产池里还没有资产: 'The pool is empty',
  '资产管理员提供的闲置资产会出现在这里，需要时可以直接申请。': 'Idle assets that keepers offer appear here; ask for one when you need it.',
  已有人申请: 'Asked for',
  已放入闲置资产池: 'Offered in the pool',
  放入资产池: 'Offer in the pool',
  '用闲置资产代替采购，少花': 'Not spent, because idle assets were used',
  还没有代替采购的资产: 'No purchase avoided yet',
  '采购前选择领用或借用闲置资产，入账后会记在这里。': 'Where an idle asset is taken instead of a purchase, it is noted here once posted.',
}
