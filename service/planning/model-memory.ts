import { newModels, type ForecastModel } from "../engine/forecast.ts";

/**
 * Memory of models that is used again: new arrays for a whole fleet in each quarter-hour would cost
 * garbage collections.
 */
export class ModelMemory {
  private readonly free: (readonly ForecastModel[])[] = [];

  /** Memory for so many models, or more. */
  take(count: number): readonly ForecastModel[] {
    const at = this.free.findIndex((models) => models.length >= count);
    return this.free.splice(at, at < 0 ? 0 : 1)[0] ?? newModels(count);
  }

  /** Takes memory back, of which nothing is in use. */
  giveBack(models: readonly ForecastModel[]): void {
    this.free.push(models);
  }
}
