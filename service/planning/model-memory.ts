import { newModels, type ForecastModel } from "../engine/forecast.ts";

/**
 * Memory of models that is used again: new arrays for a whole fleet in each quarter-hour would cost
 * garbage collections.
 */
export class ModelMemory {
  private readonly free: (readonly ForecastModel[])[] = [];

  /** Memory for so many models, or more. It replaces memory for fewer models, if there is only such. */
  take(count: number): readonly ForecastModel[] {
    const at = this.free.findIndex((models) => models.length >= count);
    const [models] = this.free.splice(Math.max(at, 0), 1);
    return at < 0 || !models ? newModels(count) : models;
  }

  /** Takes memory back, of which nothing is in use. */
  giveBack(models: readonly ForecastModel[]): void {
    this.free.push(models);
  }
}
