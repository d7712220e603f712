import { z } from 'zod'
import { read } from '../kernel/call.ts'
import { id, text, time } from '../kernel/field.ts'
import * as out from '../kernel/output.ts'

/** Tracks of cars: every access needs a reason and is logged. */
export const trackCalls = {
  track: read({
    path: '/api/vehicle_control/v1/track',
    summary: '车辆轨迹',
    permission: ['vehicleControl.track'],
    stale: true,
    /** At most a day, and not older than the merchant's retention. `reason`: at least five characters (10002). */
    input: z.object({
      vehicleId: id('车辆'),
      from: time('开始时间'),
      to: time('结束时间'),
      reason: text(0, 200, '查看原因'),
    }),
    output: z.object({
      /** By time, at most 2,000: omitted points are on the line between their neighbours. */
      points: z.array(
        z.object({
          at: out.time,
          /** WGS-84, degrees. */
          lat: z.number(),
          lng: z.number(),
          /** km/h. */
          speed: z.number(),
          /** The car was at another position after a gap of more than ten minutes, so no line is drawn to this point. */
          apart: z.boolean(),
        }),
      ),
      /** Three minutes and longer; `near`: the nearest store. */
      stops: z.array(
        z.object({
          from: out.time,
          to: out.time,
          lat: z.number(),
          lng: z.number(),
          near: z.object({ storeName: z.string(), metres: out.count }).nullable(),
        }),
      ),
      km: z.number(),
      movingMs: out.count,
      /** km/h. */
      fastest: z.number(),
      /** Number of reports. */
      fixes: out.count,
    }),
    refusals: ['trackReasonMissing', 'trackTooOld'],
  }),
}
