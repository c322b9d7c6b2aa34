/** English for the words of the pool of idle pieces. */
export const poolEnglish: Record<string, string> = {
  闲置资产池: 'Idle asset pool',
  提供闲置资产: 'Offer idle assets',
  撤回提供: 'Withdraw offer',
  查看少买的金额: 'View savings',
  少买的资产: 'Purchases avoided',
  '{asset}当前{state}，只有闲置的资产可以放入资产池': '{asset} is {state}; only idle assets can be added to the pool',
}
