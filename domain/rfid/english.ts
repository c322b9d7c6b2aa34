/** English for tags: their numbers, and what the server says of writing them. */
export const rfidEnglish: Record<string, string> = {
  RFID标签: 'RFID tags',
  GS1厂商识别代码应为6到12位数字: 'A GS1 company prefix has 6 to 12 digits',
  标识码应为8位十六进制字符: 'The tag prefix must be 8 hexadecimal characters',
  '标识码应为8位十六进制字符，不能以00、E2或2C到3F开头':
    'The tag prefix must be 8 hexadecimal characters and cannot start with 00, E2 or 2C to 3F',
  标签号有误: 'Not a valid tag number',
  按RFID标签查资产: 'Assets by RFID tags',
  应为标签列表: 'must be a list of tags',
  准备写标签: 'Prepare tags for writing',
  未完成的写标签: 'Unfinished tags',
  标签已写入: 'Tag written',
  标签已核对: 'Tag verified',
  '物品代码应为{digits}位数字': 'The item code must have {digits} {digits|digit|digits}',
  编号: 'The number',
  资产编号: 'The asset number',
  过滤值: 'Filter value',
  '{part}应为0到{most}之间的整数': '{part} must be a whole number from 0 to {most}',
  '这个标签号不是为{name}准备的，请重新开始': 'This tag number was not prepared for {name}. Please start again.',
}
