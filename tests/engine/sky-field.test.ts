import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SkyField, type SkyObservation } from "../../service/engine/sky-field.ts";

const places = {
  latitude: fc.double({ min: 50.7, max: 53.6, noNaN: true }),
  longitude: fc.double({ min: 3.3, max: 7.3, noNaN: true }),
};
const observation: fc.Arbitrary<SkyObservation> = fc.record({
  ...places,
  index: fc.double({ min: 0.01, max: 1.15, noNaN: true }),
  weight: fc.double({ min: 0.1, max: 50, noNaN: true }),
});
const observations = fc.array(observation, { minLength: 1, maxLength: 300 });

function fieldOf(some: readonly SkyObservation[]): SkyField {
  const field = new SkyField();
  for (const one of some) field.add(one);
  return field;
}

/** The estimate, rounded so that the order of additions makes no difference. */
function estimate(field: SkyField, place: { latitude: number; longitude: number }) {
  const found = field.at(place.latitude, place.longitude);
  return found && [found.index, found.support].map((number) => Number(number.toFixed(6)));
}

describe("the sky over an area", () => {
  it("is the sum of its parts, in any order", () => {
    fc.assert(
      fc.property(observations, observations, fc.record(places), (some, others, place) => {
        const [one, other] = [fieldOf(some), fieldOf(others)];
        const whole = estimate(fieldOf([...some, ...others]), place);
        const parts = [one.toCells(), other.toCells()];
        expect(estimate(SkyField.fromCells(parts), place)).toEqual(whole);
        expect(estimate(SkyField.fromCells(parts.reverse()), place)).toEqual(whole);
      }),
    );
  });

  it("without one observation is as if that had not been made, and stays as it was", () => {
    fc.assert(
      fc.property(observations, fc.nat(), (all, at) => {
        const left = all[at % all.length]!;
        const field = fieldOf(all);
        const before = field.toCells();
        const found = field.at(left.latitude, left.longitude, left);
        const without = fieldOf(all.filter((one) => one !== left));
        const expected = without.at(left.latitude, left.longitude);
        if (expected === null) expect(found).toBe(null);
        else {
          expect(found!.index).toBeCloseTo(expected.index, 5);
          expect(found!.support).toBeCloseTo(expected.support, 3);
        }
        expect(field.toCells()).toEqual(before);
      }),
    );
  });

  it("is that of the nearest cells, and of farther ones only without these", () => {
    const near = { latitude: 52, longitude: 5, index: 0.2, weight: 1 };
    const far = { latitude: 53.4, longitude: 7, index: 0.9, weight: 1 };
    const field = fieldOf([near, far]);
    expect(field.at(52, 5)!.index).toBe(0.2);
    expect(field.at(52, 5, near)!.index).toBeCloseTo(0.9, 9);
    expect(new SkyField().at(52, 5)).toBe(null);
  });
});
