/** What strangers find. */
export const foundEnglish: Readonly<Record<string, string>> = {
  陌生人扫码: 'A stranger scans a label',
  报告拾获: 'Report a found item',
  拾获报告: 'Found item reports',
  处理拾获报告: 'Handle a found item report',
  '请写一句在哪里、怎样发现的': 'Write a sentence about where and how you found it',
  照片过大: 'The photo is too large',
  '报告过于频繁，请稍后再试': 'Too many reports. Try again later',
  这张标签不接受报告: 'This label does not accept reports',
  '有人捡到了{name}（{code}）': 'Someone found {name} ({code})',
}
