/** English for maps: choosing a place, looking at one, the register on a map. */
export const mapsEnglish: Readonly<Record<string, string>> = {
  地图: 'Map',
  '{count}米': '{count} m',
  '{count}公里': '{count} km',
  北: 'north',
  东北: 'north-east',
  东: 'east',
  东南: 'south-east',
  南: 'south',
  西南: 'south-west',
  西: 'west',
  西北: 'north-west',
  我的位置: 'Where I am',
  就选这里: 'Choose this place',
  在地图上选: 'On the map',
  '定位不够准（误差约{metres}米）。请打开手机的精确定位后再试，或拖动地图微调。':
    'Your position is only known to within {metres} m. Turn on precise location and try again, or move the map.',
  '这台设备不能定位，可以拖动地图选择。': 'This device cannot find out where it is. Move the map instead.',
  '网页定位需要 https 地址，现在不能用；可以拖动地图选择。': 'A page may ask for your position over https only. Move the map instead.',
  '没有定位权限。请在浏览器或系统设置里允许定位后再试，或拖动地图选择。':
    'Your position may not be asked for. Allow it in the settings of the browser or the device, or move the map instead.',
  '暂时没有找到位置。请到开阔处再试，或拖动地图选择。': 'Your position was not found. Try again in the open, or move the map instead.',
}
