import { describe, expect, it } from 'vitest'
import { handoverType } from './codes.ts'
import { carParts, partName } from './parts.ts'
import { flowSteps, flowTitle, nextStepOf, stepState } from './steps.ts'

describe('the steps of a handover', () => {
  it('has nine steps for each handover', () => {
    expect(flowSteps(handoverType.pickup).map((step) => step.step)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(flowSteps(handoverType.return).map((step) => step.name)).toEqual([
      '订单核对',
      '还车时间与地点',
      '车辆与随车物品',
      '验车照片',
      '里程与油电',
      '费用项',
      '违章与车损',
      '结算与押金',
      '确认还车与合同',
    ])
    expect(flowTitle(handoverType.return)).toBe('办理还车')
  })

  it('marks steps that were completed and still block', () => {
    const blocks = [{ step: 4 }]
    expect(stepState(3, [3, 4], blocks)).toBe('done')
    expect(stepState(4, [3, 4], blocks)).toBe('attention')
    expect(stepState(5, [3, 4], blocks)).toBe('todo')
    expect(stepState(9, [9], [])).toBe('todo')
  })

  it('opens the next step', () => {
    expect(nextStepOf([], [])).toBe(1)
    expect(nextStepOf([1, 2, 4], [])).toBe(3)
    expect(nextStepOf([1, 2, 3, 4, 5, 6, 7, 8], [{ step: 7 }, { step: 4 }])).toBe(4)
    expect(nextStepOf([1, 2, 3, 4, 5, 6, 7, 8], [])).toBe(9)
  })
})

describe('the car outline', () => {
  it('names every part once, inside the picture', () => {
    expect(new Set(carParts.map((part) => part.code)).size).toBe(carParts.length)
    for (const { box, code } of carParts) {
      const [x, y, width, height] = box
      expect(x + width, code).toBeLessThanOrEqual(1.000001)
      expect(y + height, code).toBeLessThanOrEqual(1.000001)
    }
    expect(partName('leftFrontDoor')).toBe('左前门')
    expect(partName('rightRearFender')).toBe('右后翼子板')
    expect(partName('wing')).toBe('')
  })
})
