import { localDate } from '@cheyi/domain/time'
import { screen } from '../../kernel/screen.ts'

/**
 * A link to the driver's own list that contains the task: the list of today, otherwise that of all days, which starts with
 * the earliest task.
 */
export const tasksLink = (planAt: number, now: number) =>
  screen('driver.tasks', localDate(planAt) === localDate(now) ? {} : { day: 'any' })
