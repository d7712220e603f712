const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, '安卓'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]
/** The first that fits: every one of them also says what it descends from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, '微信'],
  [/CheyiApp/, '车驿App'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, '火狐'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

/** A device as its owner would call it, from what the browser says of itself. */
export function deviceName(userAgent: string): string {
  const first = (list: typeof systems) => list.find(([sign]) => sign.test(userAgent))?.[1]
  return [first(systems), first(browsers)].filter(Boolean).join(' · ') || '未知设备'
}
