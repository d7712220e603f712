import { expect, it } from 'vitest'
import { deviceName } from './device.ts'

it.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1',
    'iPhone · Safari',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; V2309A) AppleWebKit/537.36 Chrome/130.0 Mobile MicroMessenger/8.0.50',
    '安卓 · 微信',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
    'Windows · Edge',
  ],
  ['curl/8.9', '未知设备'],
  ['', '未知设备'],
])('%s', (agent, name) => expect(deviceName(agent)).toBe(name))
