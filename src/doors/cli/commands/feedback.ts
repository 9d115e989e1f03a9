import { feedback, validate } from '../../../operations/feedback.ts'
import { command } from '../command.ts'

export const feedbackCommand = command(feedback, {
  positional: ['id', 'verdict'],
  examples: ['mneme feedback api-rate-limit helpful', 'mneme feedback api-rate-limit unhelpful'],
  print: ({ confidence, strength }) =>
    `Noted: confidence ${confidence.toFixed(2)}, strength ${strength}`,
})

export const validateCommand = command(validate, {
  positional: ['id'],
  examples: ['mneme validate api-rate-limit', 'mneme validate api-rate-limit --off'],
  print: ({ validated, proposed }) =>
    proposed
      ? 'Proposed: it waits for a person (mneme review)'
      : validated
        ? 'Confirmed.'
        : 'No longer confirmed.',
})
