/** English for the screens of the idle pool. */
export const poolWebEnglish: Record<string, string> = {
  可领用: 'Available',
  闲置资产: 'Idle assets',
  '代替了{count}件': '{count} {count|piece|pieces} not bought',
  提供资产: 'Offer assets',
  资产池里还没有资产: 'The pool is empty',
  '资产管理员提供的闲置资产会出现在这里，需要时可以直接申请。':
    'Idle assets offered by asset managers appear here; request one when you need it.',
  已有人申请: 'Requested',
  已放入闲置资产池: 'Added to the pool',
  放入资产池: 'Add to pool',
  '用闲置资产代替采购，少花': 'Saved by using idle assets instead of buying',
  还没有代替采购的资产: 'No purchases avoided yet',
  '采购前选择领用或借用闲置资产，入账后会记在这里。': 'When an idle asset is used instead of a purchase, it is listed here once posted.',
}
