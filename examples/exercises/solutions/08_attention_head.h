// The solution of 08_attention_head.
#include <cmath>
#include <vector>

namespace answer {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

// Channels begin to end - 1 of each row.
Matrix part(const Matrix& x, size_t begin, size_t end) {
  Matrix result;
  for (const Vector& row : x) {
    Vector channels;
    for (size_t c = begin; c < end; ++c) channels.push_back(row[c]);
    result.push_back(channels);
  }
  return result;
}

double score(const Vector& q, const Vector& k) {
  double sum = 0;
  for (size_t c = 0; c < q.size(); ++c) sum += q[c] * k[c];
  return sum / std::sqrt(static_cast<double>(q.size()));
}

Matrix head(const Matrix& q, const Matrix& k, const Matrix& v) {
  Matrix out;
  for (size_t t = 0; t < q.size(); ++t) {
    Vector mean(v[t].size());
    double sum = 0;
    for (size_t s = 0; s <= t; ++s) {
      const double weight = std::exp(score(q[t], k[s]));
      sum += weight;
      for (size_t c = 0; c < mean.size(); ++c) mean[c] += weight * v[s][c];
    }
    for (double& number : mean) number /= sum;
    out.push_back(mean);
  }
  return out;
}

Matrix heads(const Matrix& q, const Matrix& k, const Matrix& v, size_t count) {
  Matrix out(q.size());
  const size_t size = q[0].size() / count;
  for (size_t h = 0; h < count; ++h) {
    const size_t begin = h * size, end = begin + size;
    const Matrix one = head(part(q, begin, end), part(k, begin, end), part(v, begin, end));
    for (size_t t = 0; t < out.size(); ++t) {
      out[t].insert(out[t].end(), one[t].begin(), one[t].end());
    }
  }
  return out;
}

}  // namespace answer
