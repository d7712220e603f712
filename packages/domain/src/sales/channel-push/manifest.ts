import type { Manifest } from '../../manifest.ts'

export const manifest = {
  counters: {
    channelDead: 'channel.edit',
  },
  audit: {
    features: { channelPush: '渠道回调' },
  },
} as const satisfies Manifest
