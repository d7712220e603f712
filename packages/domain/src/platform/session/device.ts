const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]
/** The first match counts, since the user agent also names the browsers that it is derived from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/CheyiApp/, '车驿App'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, '火狐'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** A name of a device for its owner, from the user agent. */
export function deviceName(userAgent: string): string {
  const first = (list: typeof systems) => list.find(([sign]) => sign.test(userAgent))?.[1]
  return [first(systems), first(browsers)].filter(Boolean).join(' · ') || '未知设备'
}
